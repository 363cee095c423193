curl -s http://localhost:3000/v1/merchants \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: canteen-7-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"name":"Canteen North","mcc":"5812","externalId":"canteen-7"}'
