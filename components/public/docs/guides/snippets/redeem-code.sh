curl -s http://localhost:3000/v1/payment-codes/authorize \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: first-redemption-$(date +%s)" \
  -d '{"code":"YOUR_CODE","pin":"YOUR_PIN","amount":12.50,"merchant":"TESTmerchantCafe1"}'
