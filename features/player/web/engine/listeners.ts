/** Listeners of an event (observer pattern). */
export interface Listeners {
  /** @returns removes it again */
  add(listener: () => void): () => void;
  emit(): void;
}

/** No listeners yet. */
export function makeListeners(): Listeners {
  const group = new Set<() => void>();
  return {
    add(listener) {
      group.add(listener);
      return () => void group.delete(listener);
    },
    emit() {
      for (const listener of group) listener();
    },
  };
}
