"""A bot for Pennies: pockets its dearest coin, bids all others, and gives the cheapest it can.

saleroom arena pennies --bots 'external:python3 examples/bots/dear.py,random'
"""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)  # {"seat": ..., "menu": {code: word}, "view": {...}}
    codes = sorted(int(code) for code in asked["menu"])
    question = asked["view"]["form"]["key"]
    if question == "bid":
        path = codes  # every coin, and last the code that closes the bid
    elif question == "give":
        path = codes[:1]
    else:
        path = codes[-1:]  # the dearest, to pocket or to take; the next question comes at once
    print(json.dumps(path), flush=True)
