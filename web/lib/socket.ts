export function subscribe(_topic: string, _handlers: { onEvent(event: { type: string; data: unknown }): void; onReset?(): void; after?: number }): () => void {
  return () => {};
}
export function onSignedOut(_listener: () => void): () => void {
  return () => {};
}
