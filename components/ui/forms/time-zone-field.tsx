import { nameZone } from "../values/zone";
import { SearchChoice } from "./search-choice";

/** UTC comes first; browsers don't list it. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const OPTIONS = ZONES.map((zone) => ({ value: zone, label: nameZone(zone) }));

interface TimeZoneFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly error?: string | undefined;
}

export function TimeZoneField(props: TimeZoneFieldProps) {
  return <SearchChoice {...props} placeholder="A city or a region" options={OPTIONS} />;
}
