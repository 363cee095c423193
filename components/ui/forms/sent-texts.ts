/**
 * The texts that a field has sent to the address and that have not come back from there yet. The address changes later than a
 * person types: what it brings then is older than the field.
 */
export class SentTexts {
  #shown: string;
  #onTheirWay: string[] = [];

  constructor(shown: string) {
    this.#shown = shown;
  }

  send(text: string): void {
    if (text !== (this.#onTheirWay.at(-1) ?? this.#shown)) this.#onTheirWay.push(text);
  }

  /** Whether the field takes over the text of the address: only where the field itself did not send it. */
  isNews(address: string): boolean {
    if (address === this.#shown) return false;
    this.#shown = address;
    const sentAt = this.#onTheirWay.lastIndexOf(address);
    this.#onTheirWay = sentAt < 0 ? [] : this.#onTheirWay.slice(sentAt + 1);
    return sentAt < 0;
  }
}
