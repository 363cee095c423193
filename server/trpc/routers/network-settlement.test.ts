import { withTestDatabase } from "@/server/testing/database";
import { testOperatorAuthority } from "@/server/testing/operator-authority";

withTestDatabase();

testOperatorAuthority("networkSettlement", {
  "networkSettlement.list": { call: (portal, place) => portal.networkSettlement.list({ ...place }), others: null },
  "networkSettlement.unsettled": {
    call: (portal, place) => portal.networkSettlement.unsettled({ ...place }),
    others: null,
  },
  "networkSettlement.run": {
    call: (portal, place, { tenant }) => portal.networkSettlement.run({ ...place, merchantId: tenant.merchantId }),
    others: "not_found",
  },
});
