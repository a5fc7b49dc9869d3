"""How often the law of secrecy was tried in a world that really differs."""

from saleroom import laws


def share_of_other_worlds(report: laws.Report) -> float:
    """Of the moments when a seat could be in several worlds: tried in a really different one."""
    met = {result.law: result.counts for result in report.results}["secrecy"]
    assert met["with other worlds"] > 0.5 * met["moments"]
    share = met["tried in one"] / met["with other worlds"]
    print(f"secrecy: tried in a different world {share:.1%} of {met['with other worlds']} moments")
    return share
