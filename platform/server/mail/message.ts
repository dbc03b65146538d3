import type { Tx } from '#platform/server/db/database.ts';

/** One mail. Its text and HTML bodies are rendered from the same parts. */
export interface Message {
  /** What it is about, as `password-changed`: providers count complaints by it (`Feedback-ID`). */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  /** Plain paragraphs, top to bottom. */
  readonly paragraphs: readonly string[];
  /** The button. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Unsubscribe address, which needs no sign-in; it takes a POST too (RFC 8058). */
  readonly unsubscribe?: string;
  /**
   * Somebody waits for it, such as for a link or a code: it is sent to an address that refused mails before
   * too, and not any more once what it holds has expired.
   */
  readonly asked?: { readonly goodForMinutes: number };
  /** Shown large and alone, such as a one-time code. */
  readonly code?: string;
}

/** A mail in the local outbox. */
export interface OutboxMail {
  readonly id: string;
  readonly at: Date;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Beside the usual ones. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What mails show of the site beside its name. */
export interface MailLook {
  /** `#rrggbb` of the button; null for that of the software. */
  readonly color: string | null;
  /** Addresses of the picture over the text, 472 pixels wide; null for none. */
  readonly head: { readonly light: string; readonly dark: string } | null;
}

/** Sending mail: by a job, so that no request waits for a mail server and nothing is lost when it is down. */
export interface Mail {
  /** Queues a mail inside the transaction that causes it. */
  send(tx: Tx, message: Message): Promise<void>;
  /**
   * Sends a mail at once, for the one case in which no job can be stored: the database can only be read.
   * @throws when the mail server does not take it; whoever calls tries again
   */
  sendNow(message: Message): Promise<void>;
  /** Of every mail from now on. */
  look: MailLook;
  /** Newest first; null where mail goes out by SMTP. */
  readonly outbox: { list(limit?: number): Promise<OutboxMail[]>; get(id: string): Promise<OutboxMail | null> } | null;
}
