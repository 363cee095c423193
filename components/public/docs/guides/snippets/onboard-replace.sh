curl -s -X POST http://localhost:3000/v1/accounts/YOUR_ACCOUNT/cards/YOUR_CARD/replace \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: staff-12-lost-$(date +%s)"
