import type { ReactNode } from "react";
import { CurlBlock } from "./curl-block";
import { curlsOf } from "./curls";
import { Desk } from "./desk";
import { Side } from "./device";
import { Ledger } from "./ledger";
import { Phone } from "./phone";
import type { Play } from "./play";
import { Till } from "./till";

interface StageProps {
  readonly baseUrl: string;
  readonly play: Play;
  readonly member: ReactNode;
  readonly cashier: ReactNode;
}

/** Phone, till, console, and the ledger below them, as far as the play has come. */
export function Stage({ baseUrl, play, member, cashier }: StageProps) {
  const curls = curlsOf(baseUrl, play);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-10 md:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,6fr)]">
      <Side who="Member" what="Robin’s phone">
        <Phone play={play} action={member} />
        <CurlBlock label="Make the code" text={curls.makeCode} />
      </Side>
      <Side who="Merchant" what="Sandbox Café’s till">
        <Till play={play} actions={cashier} />
        <CurlBlock label="Charge the code" text={curls.charge} />
      </Side>
      <Side who="Tenant" what="the console" className="md:max-lg:col-span-2">
        <Desk payment={play.payment} />
        <CurlBlock label="Read the payment" text={curls.look} />
      </Side>
      <div className="min-w-0 md:col-span-2 lg:col-span-3">
        <Ledger past={play.past} />
      </div>
    </div>
  );
}
