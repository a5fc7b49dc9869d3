// Six short sounds of wood and paper, made here and not fetched. Loaded only when switched on.

export type Sound = "slide" | "turn" | "token" | "gavel" | "knock" | "dull";

let context: AudioContext | undefined;

function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** Paper: noise through a band, swelling and fading. */
function paper(audio: AudioContext, out: AudioNode, at: number, seconds: number, pitch: number, loud: number): void {
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + seconds * 0.3);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  const source = noise(audio, seconds);
  source.connect(band).connect(gain).connect(out);
  source.start(at);
}

/** Wood: a short falling tone with a click before it. */
function wood(audio: AudioContext, out: AudioNode, at: number, seconds: number, pitch: number, loud: number): void {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + seconds);
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  tone.connect(gain).connect(out);
  tone.start(at);
  tone.stop(at + seconds);
  paper(audio, out, at, 0.03, pitch * 6, loud * 0.5);
}

export function play(sound: Sound, volume: number): void {
  context ??= new AudioContext();
  const audio = context;
  const out = new GainNode(audio, { gain: volume });
  out.connect(audio.destination);
  const now = audio.currentTime + 0.01;
  switch (sound) {
    case "slide":
      return paper(audio, out, now, 0.18, 2600, 0.35);
    case "turn":
      return paper(audio, out, now, 0.09, 4200, 0.5);
    case "token":
      return wood(audio, out, now, 0.09, 900, 0.4);
    case "gavel":
      wood(audio, out, now, 0.16, 260, 0.9);
      return wood(audio, out, now + 0.17, 0.2, 240, 0.7);
    case "knock":
      wood(audio, out, now, 0.1, 420, 0.4);
      return wood(audio, out, now + 0.16, 0.1, 420, 0.4);
    case "dull":
      return wood(audio, out, now, 0.14, 140, 0.6);
  }
}
