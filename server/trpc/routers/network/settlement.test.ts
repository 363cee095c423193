import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";

withTestDatabase();

testOperatorAuthority("settlement", {
  "network.settlement.list": { call: (portal, place) => portal.network.settlement.list({ ...place }), others: null },
  "network.settlement.unsettled": {
    call: (portal, place) => portal.network.settlement.unsettled({ ...place }),
    others: null,
  },
  "network.settlement.run": {
    call: (portal, place, { tenant }) => portal.network.settlement.run({ ...place, merchantId: tenant.merchantId }),
    others: "not_found",
  },
});
