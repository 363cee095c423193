import { z } from "zod";
import { isNetwork } from "@/server/contracts/keys/networks";

const Network = z.string().max(43).refine(isNetwork, "must be an IP address, or a network such as 192.0.2.0/24");

/** Where a key is accepted from. Default, or empty: from any address. */
export const AddressesField = z.array(Network).max(20).optional();
