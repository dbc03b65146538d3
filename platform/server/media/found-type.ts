/** What a file is. `packed` is an archive of a kind that is not read. `other` has no type that a browser acts on, and none is stored. */
export interface FoundType {
  readonly kind: 'image' | 'audio' | 'video' | 'archive' | 'packed' | 'other';
  readonly contentType: string;
  /** Without a dot. */
  readonly extension: string;
}
