curl -s http://localhost:3000/merchant/v1/transactions/get \
  -H "Authorization: Bearer YOUR_TILL" \
  -H "Content-Type: application/json" \
  -d '{"merchantReference":"receipt-1001"}'
