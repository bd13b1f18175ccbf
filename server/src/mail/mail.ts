/** To one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as the text. */
  html?: string;
  /** For mails that come again and again: the id of the list (RFC 2919), and the address that ends them (RFC 8058). */
  list?: { id: string; stopUrl: string };
  /** The id of the mail, and the one of the conversation that mail programs put it into. */
  thread?: { id: string; of: string };
}
