import hashlib, hmac, time

def is_genuine(headers, raw_body: bytes, secret: str) -> bool:
    timestamp = headers.get("X-SVC-Timestamp", "")
    expected = "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    recent = timestamp.isdigit() and abs(int(time.time()) - int(timestamp)) <= 300
    return recent and hmac.compare_digest(expected, headers.get("X-SVC-Signature", ""))
