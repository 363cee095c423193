ask() {
  curl -s -X POST "http://localhost:3000$1" \
    -H "X-API-Key: pk_test_closedloop_sandbox" \
    -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
    -H "Content-Type: application/json" \
    -H "Idempotency-Key: $2" \
    -d "$3"
}
key=lost-code-$(date +%s)
code='{"member":"TESTmemberAlice01","maxAmount":50}'
ask /v1/payment-codes "$key" "$code" > /dev/null
repeat=$(ask /v1/payment-codes "$key" "$code")
path=$(echo "$repeat" | sed -E 's/.*"path":"([^"]+)".*/\1/')
ask "$path" "$key-again" '{}'
