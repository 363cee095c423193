import { classesOf } from "@/components/ui/forms/button-look";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { DEMO_AMOUNTS } from "@/server/contracts/demo";
import { ChargeWords } from "./charge-words";
import { BeginButton, Demo } from "./demo";
import { NOTHING_YET } from "./play";
import { Stage } from "./stage";

export function FirstFrame({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <Demo baseUrl={baseUrl}>
      <Stage
        baseUrl={baseUrl}
        play={NOTHING_YET}
        member={<BeginButton className={classesOf({ look: "primary", size: "large", isWide: true })} />}
        cashier={DEMO_AMOUNTS.map((amount) => (
          <PlainButton key={amount} disabled className={`${classesOf({ size: "large", isWide: true })} opacity-60`}>
            <ChargeWords amount={amount} />
          </PlainButton>
        ))}
      />
    </Demo>
  );
}
