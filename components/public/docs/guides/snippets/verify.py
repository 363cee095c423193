import hashlib, hmac, time

def is_genuine(headers, raw_body: bytes, secret: str) -> bool:
    lower = {name.lower(): value for name, value in headers.items()}
    timestamp = lower.get("x-svc-timestamp", "")
    expected = "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    recent = timestamp.isdigit() and abs(int(time.time()) - int(timestamp)) <= 300
    return recent and hmac.compare_digest(expected, lower.get("x-svc-signature", ""))
