secret=sk_test_closedloop_rival_public_secret path=/v1/me now=$(date +%s)
signature=$(printf 'GET\n%s\n%s\n' "$path" "$now" | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1)
curl -s "http://localhost:3000$path" \
  -H "X-API-Key: pk_test_closedloop_rival" \
  -H "Authorization: Bearer $secret" \
  -H "X-Timestamp: $now" \
  -H "X-Signature: sha256=$signature"
