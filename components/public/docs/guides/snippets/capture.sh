curl -s http://localhost:3000/v1/authorizations/YOUR_RECORD_ID/capture \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: first-capture-$(date +%s)" \
  -d '{"amount":10.00}'
