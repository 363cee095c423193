curl -s http://localhost:3000/merchant/v1/recurring/charge \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Idempotency-Key: first-agreement-charge-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"recurringAuthorizationId":"YOUR_AGREEMENT","amount":18,"merchantReference":"beans-2026-11"}'
