"""What every game must obey: a library, run by `saleroom check`. No game is exempt by name.

report = laws.check(rules, games=20)
assert report.ok, str(report)
"""

from saleroom.laws.looks import Broken
from saleroom.laws.suite import ALL, Failure, Law, Report, Result, check, named
from saleroom.laws.worlds import TooLarge

__all__ = ["ALL", "Broken", "Failure", "Law", "Report", "Result", "TooLarge", "check", "named"]
