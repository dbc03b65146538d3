import type { Session } from './session.ts';
import type { Intent } from './sql-text.ts';

/**
 * Who listens on which channel. The backend listens on every channel that some client listens on; it sends us a
 * notification once, and each listening client gets it.
 */
export class Listeners {
  readonly #byChannel = new Map<string, Set<Session>>();
  #backendMayHaveDropped = false;

  /** Follows what a client's executed unit said. */
  heed(session: Session, listens: Intent['listens']): void {
    for (const one of listens) {
      if (one.action === 'listen') this.#add(session, one.channel);
      else {
        this.#backendMayHaveDropped = true;
        const channels = one.action === 'unlisten' ? [one.channel] : [...session.channels];
        for (const channel of channels) this.#remove(session, channel);
      }
    }
  }

  /**
   * SQL to run once no transaction is open: an UNLISTEN of one client took the channel from the whole backend, and
   * others may still want it. Run before anything else, so that no notification falls between.
   */
  restore(): string[] {
    if (!this.#backendMayHaveDropped) return [];
    this.#backendMayHaveDropped = false;
    return [...this.#byChannel.keys()].map((channel) => `LISTEN ${quote(channel)}`);
  }

  /** Forgets a client. @returns SQL that ends the backend's interest in channels that nobody else wants */
  leave(session: Session): string[] {
    const channels = [...session.channels];
    for (const channel of channels) this.#remove(session, channel);
    return channels.filter((channel) => !this.#byChannel.has(channel)).map((channel) => `UNLISTEN ${quote(channel)}`);
  }

  /** Hands a notification to everyone who listens on its channel. */
  deliver(channel: string, bytes: Uint8Array<ArrayBuffer>): void {
    for (const session of this.#byChannel.get(channel) ?? []) session.wire.send(bytes.slice());
  }

  #add(session: Session, channel: string): void {
    session.channels.add(channel);
    const sessions = this.#byChannel.get(channel) ?? new Set();
    this.#byChannel.set(channel, sessions.add(session));
  }

  #remove(session: Session, channel: string): void {
    session.channels.delete(channel);
    const sessions = this.#byChannel.get(channel);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#byChannel.delete(channel);
  }
}

function quote(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}
