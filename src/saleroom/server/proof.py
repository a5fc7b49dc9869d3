"""The proof of a shuffle: what a second program needs to check every draw of a finished game."""

from __future__ import annotations

from saleroom.games.bits import choices
from saleroom.games.chance import Dealer, Verifiable, commitment
from saleroom.games.core import Draw, NotAllowed, Rules
from saleroom.records import Game
from saleroom.server.messages import Proof, ProofDraw


class _Listening(Dealer):
    """Another dealer, with a list of all it was asked and answered."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.entry = 1
        self.draws: list[ProofDraw] = []

    def answer(self, rules: Rules, draw: Draw) -> int:
        drawn = self.dealer.answer(rules, draw)
        full = choices(draw.full)
        names = [rules.outcome(draw.pile, number) for number in full]
        self.draws.append(
            ProofDraw(self.entry, draw.pile, draw.shuffle, full, choices(draw.wants), drawn, names)
        )
        return drawn


def proof(game: Game) -> Proof:
    """Of a game whose record holds the secret and the nonces of its shuffle."""
    dealer = dealer_of(game)
    listening = _Listening(dealer)
    again = Game(game.rules, listening)
    for entry in game.entries[1:]:
        assert entry.seat is not None, "only the deal has no seat"
        listening.entry = entry.number
        again.dealer = listening
        again.move_on(entry.seat, entry.path)
    return Proof(
        commitment=game.extra["commitment"],
        secret=dealer.secret.hex(),
        nonces=[nonce.hex() for nonce in dealer.nonces],
        draws=listening.draws,
    )


def dealer_of(game: Game) -> Verifiable:
    """Who dealt a verifiable game, out of the header of its record."""
    try:
        secret = bytes.fromhex(game.extra["secret"])
        nonces = [bytes.fromhex(nonce) for nonce in game.extra["nonces"].split()]
        promised = game.extra["commitment"]
    except KeyError as error:
        raise NotAllowed(
            f"The record has no line `{error.args[0]}:`, so its shuffle cannot be verified."
        ) from None
    except ValueError:
        raise NotAllowed("Secret and nonces of a record are hex digits.") from None
    if commitment(secret) != promised:
        raise NotAllowed("The secret is not the one that was committed to.")
    if len(nonces) != game.rules.seats:
        raise NotAllowed(f"There are {game.rules.seats} seats and {len(nonces)} nonces.")
    return Verifiable(secret, nonces)
