curl -s http://localhost:3000/v1/sandbox/settlements \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Idempotency-Key: first-settlement-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"merchant":"TESTmerchantCafe1"}'
