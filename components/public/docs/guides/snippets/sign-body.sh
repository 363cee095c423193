secret=sk_test_closedloop_rival_public_secret path=/v1/authorizations now=$(date +%s)
body='{"panToken":"TESTcardApproved1","amount":12.50}'
signature=$(printf 'POST\n%s\n%s\n%s' "$path" "$now" "$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1)
curl -s "http://localhost:3000$path" \
  -H "X-API-Key: pk_test_closedloop_rival" \
  -H "Authorization: Bearer $secret" \
  -H "X-Timestamp: $now" \
  -H "X-Signature: sha256=$signature" \
  -H "Idempotency-Key: first-signed-$now" \
  -H "Content-Type: application/json" \
  -d "$body"
