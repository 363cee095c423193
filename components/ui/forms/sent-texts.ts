/**
 * Texts that a field has written to the URL and not yet read back. The URL lags behind typing, so it may return older text than
 * the field has.
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

  /** True if the URL's text didn't come from the field itself, and the field must adopt it. */
  isNews(address: string): boolean {
    if (address === this.#shown) return false;
    this.#shown = address;
    const sentAt = this.#onTheirWay.lastIndexOf(address);
    this.#onTheirWay = sentAt < 0 ? [] : this.#onTheirWay.slice(sentAt + 1);
    return sentAt < 0;
  }
}
