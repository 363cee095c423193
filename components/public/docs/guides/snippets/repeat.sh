key=order-1001-$(date +%s)
for attempt in 1 2; do
  curl -s -D - -o /dev/null http://localhost:3000/v1/authorizations \
    -H "X-API-Key: pk_test_closedloop_sandbox" \
    -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
    -H "Content-Type: application/json" \
    -H "Idempotency-Key: $key" \
    -d '{"panToken":"TESTcardApproved1","amount":12.50}' | grep -i -E '^(HTTP|idempotent)'
done
