/** What a file is. `other` has no type that a browser acts on. */
export interface FoundType {
  readonly kind: 'image' | 'audio' | 'video' | 'archive' | 'other';
  readonly contentType: string;
  /** Without a dot. */
  readonly extension: string;
}
