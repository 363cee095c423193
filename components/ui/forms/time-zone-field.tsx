import { nameZone } from "../values/zone";
import { SearchChoice } from "./search-choice";

/** `Europe/Berlin`, by name; UTC first, which no list of the browser's has. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const OPTIONS = ZONES.map((zone) => ({ value: zone, label: nameZone(zone) }));

interface TimeZoneFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly error?: string | undefined;
}

/** One of all time zones, found by a few letters of its city. */
export function TimeZoneField(props: TimeZoneFieldProps) {
  return <SearchChoice {...props} placeholder="A city or a region" options={OPTIONS} />;
}
