"""saleroom serve: live tables in the browser."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import click
from click.core import ParameterSource

from saleroom.cli import Misused, options

PORT = 8427
EVERYWHERE = ("0.0.0.0", "::")


@click.command(
    help="Serve live tables: open the page, share a link, play a friend or a bot.",
    epilog="Example: saleroom serve --lan",
)
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True)
@click.option("--port", metavar="N", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--fd", metavar="N", type=click.IntRange(3),
              help="Listen on a socket that is open already, as from systemd.")  # fmt: skip
@options.data
@options.database
@click.option("--lan", is_flag=True, help="For the devices in this house too, with a QR code.")
@click.option(
    "--origin",
    metavar="URL",
    multiple=True,
    help="The public address behind a proxy, such as https://play.example.org.",
)
@click.option("--bot-pause", metavar="S", type=float, default=0.6, show_default=True,
              help="So long at least between two acts of a bot.")  # fmt: skip
@click.option("--no-lab", is_flag=True, help="Guests cannot compare variants at /lab.")
@click.option("--metrics-port", metavar="N", type=click.IntRange(0, 65535),
              help="Show figures for Prometheus at this port; 0 takes a free one.")  # fmt: skip
@click.option("--metrics-host", metavar="ADDRESS", default="127.0.0.1", show_default=True,
              help="Where that port is open.")  # fmt: skip
@click.option("--without-limits", is_flag=True, hidden=True, help="For tests and benchmarks.")
def serve(
    host: str,
    port: int,
    fd: int | None,
    data: Path | None,
    database: str | None,
    lan: bool,
    origin: tuple[str, ...],
    bot_pause: float,
    no_lab: bool,
    metrics_port: int | None,
    metrics_host: str,
    without_limits: bool,
) -> None:
    from saleroom.server.house import House, Settings
    from saleroom.server.identity import BadKeys
    from saleroom.server.lan import private_addresses
    from saleroom.server.limits import WITHOUT_LIMITS, Pace
    from saleroom.server.run import CannotListen, listen, page_folder, show_metrics, take_over
    from saleroom.server.run import serve as run
    from saleroom.server.store import StoreDown

    if not 0 <= bot_pause <= 60:
        raise Misused(f"A bot cannot pause for {bot_pause} seconds; possible are 0 to 60.")
    if fd is not None:
        _must_be_alone("--fd", "host", "port", "lan")
    public = tuple(_named(url) for url in origin)
    nearby = private_addresses() if lan else []
    if lan and not nearby:
        raise Misused("This machine has no private address, so nobody else can reach it.")
    try:
        if fd is None:
            hosts = list(dict.fromkeys([host, *nearby]))
            sockets = listen(hosts[:1] if host in EVERYWHERE else hosts, port)
        else:
            sockets = [take_over(fd)]
            host = sockets[0].getsockname()[0]
            hosts = [host]
        is_everywhere = host in EVERYWHERE
        port = sockets[0].getsockname()[1]
        here = ["localhost", "127.0.0.1"] if is_everywhere or host == "127.0.0.1" else []
        names = dict.fromkeys([*here, *hosts])
        own = tuple(_origin("http", f"{_in_url(name)}:{port}") for name in names)
        settings = Settings(
            data=data or options.data_folder(),
            origins=(*public, *own),
            page=page_folder(),
            bot_pause_s=bot_pause,
            lab=not no_lab,
            database=database,
            pace=WITHOUT_LIMITS if without_limits else Pace(),
        )
        house = House(settings)
        figures = None if metrics_port is None else show_metrics(metrics_host, metrics_port)
        shown = nearby[0] if lan else "127.0.0.1" if is_everywhere else host
        address = public[0] if public else f"http://{_in_url(shown)}:{port}"

        def welcome() -> None:
            if lan:
                click.echo(_qr_code(address), err=True)
            click.echo(f"Saleroom is open at {address}", err=True)
            if is_everywhere and not (public or lan):
                _say_who_can_only_look_on(port)
            if figures is not None:
                where = f"http://{_in_url(metrics_host)}:{figures}/metrics"
                click.echo(f"Figures for Prometheus are at {where}", err=True)
            click.echo("Press Ctrl-C to close it.", err=True)

        run(house, sockets, opened=welcome, proxied=bool(origin))
    except (BadKeys, CannotListen, StoreDown) as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        pass


def _say_who_can_only_look_on(port: int) -> None:
    click.echo(
        "Pages of other addresses can only look on: name the one that people type with "
        f"--origin, such as http://192.168.1.20:{port}",
        err=True,
    )


def _must_be_alone(option: str, *others: str) -> None:
    given = click.get_current_context().get_parameter_source
    for other in others:
        if given(other) is ParameterSource.COMMANDLINE:
            raise Misused(f"{option} brings an address of its own; leave out --{other}.")


def _named(url: str) -> str:
    """An address that somebody has named, as browsers name it."""
    said = re.fullmatch(r"(https?)://([^\s/?#@]+)/?", url.strip().lower())
    if said is None:
        raise Misused(
            f"{url!r} is not the address of a page; possible is one such as "
            "https://play.example.org, with nothing behind the name."
        )
    return _origin(said[1], said[2])


def _origin(scheme: str, place: str) -> str:
    """As browsers name it: without the port that goes without saying."""
    usual = ":443" if scheme == "https" else ":80"
    return f"{scheme}://{place.lower().removesuffix(usual)}"


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _qr_code(text: str) -> str:
    import segno

    drawn = StringIO()
    segno.make(text, error="m").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
