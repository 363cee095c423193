import { nameZone, zoneOfToday } from "../values/zone";
import { SearchChoice } from "./search/search-choice";

/** UTC comes first; browsers don't list it. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const OPTIONS = ZONES.map((zone) => ({ value: zoneOfToday(zone), label: nameZone(zone), also: zone }));

interface TimeZoneFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly error?: string | undefined;
}

export function TimeZoneField(props: TimeZoneFieldProps) {
  return (
    <SearchChoice {...props} value={zoneOfToday(props.value)} placeholder="A city or a region" options={OPTIONS} />
  );
}
