import type { ComponentProps } from "react";
import { Link } from "@/components/ui/navigation/link";
import { classesOf, type Style } from "./button-look";

type LinkButtonProps = Style & Omit<ComponentProps<typeof Link>, "className">;

export function LinkButton({ look, size, isWide, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classesOf({ look, size, isWide })} />;
}
