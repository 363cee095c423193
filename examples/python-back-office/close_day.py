"""Closes a day: matches orders with statements, and statements with payouts. Ends with 1 if something is off.

    python close_day.py 2026-11-28 orders.csv

`orders.csv` has a line for each order: `reference,amount`.
"""

from __future__ import annotations

import csv
import os
import sys
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, Dict, List

from closed_loop import ClosedLoop


def money(amount: Any) -> Decimal:
    """JSON numbers as they were written, so that sums are exact."""
    return Decimal(str(amount))


def batches_of(loop: ClosedLoop, day: str) -> List[Dict[str, Any]]:
    """A day ends up to 14 hours before UTC's, and may be settled a few days later."""
    begin = datetime.fromisoformat(day).replace(tzinfo=timezone.utc)
    created = {
        "gte": (begin - timedelta(hours=14)).isoformat().replace("+00:00", "Z"),
        "lt": (begin + timedelta(days=7)).isoformat().replace("+00:00", "Z"),
    }
    return [batch for batch in loop.list_settlement_batches(created=created) if batch["day"] == day]


def check_batch(batch: Dict[str, Any], lines: List[Dict[str, Any]]) -> List[str]:
    net = sum((money(line["net"]) for line in lines), Decimal(0))
    problems = []
    if net != money(batch["net"]):
        problems.append(f"batch {batch['batchId']}: its lines are {net}, its net is {batch['net']}")
    if net + money(batch["carriedIn"]) != money(batch["payout"]) + money(batch["carriedOut"]):
        problems.append(f"batch {batch['batchId']}: net and carried in aren't payout and carried out")
    return problems


def check_payout(loop: ClosedLoop, batch: Dict[str, Any]) -> List[str]:
    if batch["payoutId"] is None:
        return []
    payout = loop.get_payout(id=batch["payoutId"])
    if money(payout["amount"]) != money(batch["payout"]):
        return [f"payout {payout['payoutId']}: {payout['amount']} isn't the batch's {batch['payout']}"]
    if payout["status"] in ("returned", "failed"):
        return [f"payout {payout['payoutId']}: {payout['status']}, {payout['returnReason']}"]
    return []


def check_orders(orders: Dict[str, Decimal], lines: List[Dict[str, Any]]) -> List[str]:
    paid: Dict[str, Decimal] = {}
    for line in lines:
        reference = line["merchantReference"] or line["id"]
        paid[reference] = paid.get(reference, Decimal(0)) + money(line["gross"])
    return [
        f"order {name}: {orders.get(name, 'unknown')} here, {paid.get(name, 'nothing')} in the statements"
        for name in sorted({*orders, *paid})
        if orders.get(name) != paid.get(name)
    ]


def close(loop: ClosedLoop, day: str, orders: Dict[str, Decimal]) -> List[str]:
    problems: List[str] = []
    lines: List[Dict[str, Any]] = []
    for batch in batches_of(loop, day):
        own = list(loop.list_settlement_lines(id=batch["batchId"], limit=100))
        lines.extend(own)
        problems += check_batch(batch, own) + check_payout(loop, batch)
        print(f"{batch['batchId']}  {batch['currency']}  {len(own)} lines  net {batch['net']}  pays {batch['payout']}")
    return problems + check_orders(orders, lines)


def main() -> int:
    day, path = sys.argv[1:]
    with open(path, newline="") as file:
        orders = {row["reference"]: money(row["amount"]) for row in csv.DictReader(file)}
    loop = ClosedLoop(
        os.environ.get("CLOSED_LOOP_URL", "http://localhost:3000"),
        api_key=os.environ.get("CLOSED_LOOP_KEY", "pk_test_closedloop_sandbox"),
        secret=os.environ.get("CLOSED_LOOP_SECRET", "sk_test_closedloop_sandbox_public_secret"),
    )
    problems = close(loop, day, orders)
    print("\n".join(problems) or f"{day} is closed: {len(orders)} orders match.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
