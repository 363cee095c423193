curl -s http://localhost:3000/v1/fundings \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: staff-12-money-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"account":"YOUR_ACCOUNT","amount":50,"bankReference":"November, staff 12"}'
