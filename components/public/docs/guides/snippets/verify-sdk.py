from closed_loop import RecentDeliveries, verify_webhook

recent = RecentDeliveries()

def receive(headers, raw_body: bytes, secret: str):
    """Raises if the delivery isn't genuine. Returns None for a repeated one."""
    event, delivery_id = verify_webhook(raw_body, headers, secret)
    return event if recent.is_new(delivery_id) else None
