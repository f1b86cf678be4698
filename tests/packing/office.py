"""A workspace with long definitions, for packs that show parts of them."""

from tests.workspaces import snapshot_of

OFFICE_TEXT = '''\
=== office/invoices.py
"""What customers owe."""

from office.ledger import book
from office.mail import deliver

RATE = 19


def settle_invoice(customer, lines, ledger, today):
    """Close the books on one sale."""
    if not lines:
        raise ValueError("nothing was sold")
    if customer.is_blocked:
        raise ValueError("this customer has to pay first")
    names = sorted({line.article for line in lines})
    counts = {name: sum(line.count for line in lines if line.article == name) for name in names}

    # The voucher lowers the sum; it counts once.
    voucher = customer.voucher
    reduction = 0
    if voucher is not None and voucher.is_valid(today):
        reduction = voucher.percent
        customer.voucher = None
    elif voucher is not None:
        customer.complaints.append(f"the voucher {voucher.number} has run out")
    total = sum(line.price * line.count for line in lines)
    total -= total * reduction // 100

    # Each article is booked on an account of its own.
    for name in names:
        account = ledger.account(name)
        share = sum(line.price * line.count for line in lines if line.article == name)
        book(ledger, account, share)
        account.articles += counts[name]
    book(ledger, ledger.account("tax"), total * RATE // 100)
    if today.is_last_of_month:
        ledger.balance(today)
    ledger.close(today)

    # Shelves that are nearly empty are filled up.
    for name in names:
        shelf = ledger.hall.shelf(name)
        shelf.count -= counts[name]
        if shelf.count < shelf.least:
            shelf.order(shelf.most - shelf.count)
        elif shelf.count > shelf.most:
            shelf.report(f"there is too much of {name}")
    ledger.hall.close(today)

    # A letter tells the customer.
    letter = []
    letter.append(f"Dear {customer.name},")
    letter.append("This is what you have bought, and what you owe us for it:")
    for line in lines:
        letter.append(f"{line.count} x {line.article}")
    letter.append(f"{total / 100:.2f} in all")
    letter.append("Yours sincerely")
    deliver(customer.address, letter)
    return total


def cancel_invoice(invoice, ledger):
    """Take a sale back."""
    book(ledger, invoice.account, -invoice.total)
=== office/ledger.py
"""Accounts."""


def book(ledger, account, cents):
    """Put an amount on an account.

    The day has to be open.
    """
    if ledger.is_closed:
        raise ValueError("the day is closed")
    account.entries.append(cents)
=== office/mail.py
"""Letters."""


def deliver(address, letter):
    """Bring a letter to an address."""
    for line in letter:
        address.receive(line)
=== office/stock.py
"""Shelves."""


def count_shelves(hall):
    """Number the shelves of a hall."""
    return len(hall.shelves)
=== tests/test_invoices.py
from office.invoices import settle_invoice


def test_a_voucher_counts_once(customer, ledger):
    settle_invoice(customer, [], ledger, None)
    assert customer.voucher is None
'''
OFFICE = snapshot_of(OFFICE_TEXT)
