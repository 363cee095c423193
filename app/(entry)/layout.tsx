export { WithDatabase as default } from "../with-database";
