import type { ReactNode } from "react";
import { CurlBlock } from "./curl-block";
import { curlsOf } from "./curls";
import { Desk } from "./desk";
import { Side } from "./device";
import { Ledger } from "./ledger";
import { Phone } from "./phone";
import type { Play } from "./play";
import { Till } from "./till";

const BELOW = "min-w-0 md:-mt-6 md:row-start-2 max-md:[&+&]:-mt-6";

interface StageProps {
  readonly baseUrl: string;
  readonly play: Play;
  readonly member: ReactNode;
  readonly cashier: ReactNode;
}

/**
 * Phone, till, console, and ledger. On a phone the curl requests come last, so that the till is right below the code; on wider
 * screens each stands below its device.
 */
export function Stage({ baseUrl, play, member, cashier }: StageProps) {
  const curls = curlsOf(baseUrl, play);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-10 md:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,6fr)]">
      <Side who="Member" what="Robin’s phone">
        <Phone play={play} action={member} />
      </Side>
      <Side who="Merchant" what="Sandbox Café’s till">
        <Till play={play} actions={cashier} />
      </Side>
      <Side who="Tenant" what="the console" className="md:max-lg:col-span-2 md:max-lg:row-start-3">
        <Desk payment={play.payment} />
      </Side>
      <div className="min-w-0 md:col-span-2 md:row-start-5 lg:col-span-3 lg:row-start-3">
        <Ledger past={play.past} />
      </div>
      <div className={BELOW}>
        <CurlBlock label="Make the code" text={curls.makeCode} />
      </div>
      <div className={BELOW}>
        <CurlBlock label="Charge the code" text={curls.charge} />
      </div>
      <div className="min-w-0 -mt-6 md:max-lg:col-span-2 md:max-lg:row-start-4 lg:row-start-2">
        <CurlBlock label="Read the payment" text={curls.look} />
      </div>
    </div>
  );
}
