export { readVitals, type Vitals } from "./read-vitals";
export { findVitals } from "./remembered-vitals";
