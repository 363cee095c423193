"use client";

import { useState } from "react";
import { TextArea } from "@/components/ui/forms/text-area";

interface AddressesFieldProps {
  readonly addresses: readonly string[];
  readonly onChange: (addresses: readonly string[]) => void;
  readonly error: string | undefined;
}

/** Where a key is accepted from, one a line. */
export function AddressesField({ addresses, onChange, error }: AddressesFieldProps) {
  const [typed, setTyped] = useState(addresses.join("\n"));
  return (
    <TextArea
      label="IP addresses"
      name="allowedAddresses"
      rows={3}
      placeholder="192.0.2.0/24"
      help="One per line: addresses or networks that may use the key. Leave empty to allow any."
      error={error}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value.split(/[\s,]+/).filter(Boolean));
      }}
    />
  );
}
