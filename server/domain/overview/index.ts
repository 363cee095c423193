export { getOverview, type Overview, type OverviewPeriod } from "./get-overview";
