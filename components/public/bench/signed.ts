/** `+4.50`, `−4.50`, `0.00`. */
export function signed(amount: number): string {
  const text = Math.abs(amount).toFixed(2);
  return Number(text) === 0 ? text : amount > 0 ? `+${text}` : `−${text}`;
}
