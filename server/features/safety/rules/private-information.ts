export interface Finding {
  readonly kind: string;
}
export function findPrivateInformation(text: string): Finding[] {
  return /\+?\d[\d ()-]{8,}\d/.test(text) ? [{ kind: 'phone number' }] : [];
}
