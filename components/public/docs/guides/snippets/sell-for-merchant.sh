curl -s http://localhost:3000/merchant/v1/transactions/sale \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "X-Merchant: TESTmerchantShop1" \
  -H "Idempotency-Key: first-sale-for-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"amount":12.50,"paymentMethod":"TESTcardApproved1","merchantReference":"order-1004"}'
