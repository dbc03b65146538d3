/** Tells a password manager whose password a form asks for; nobody sees it, and it is not sent. */
export function AccountName({ email }: { email: string }) {
  return (
    <input
      aria-hidden="true"
      autoComplete="username"
      className="sr-only"
      readOnly
      tabIndex={-1}
      type="text"
      value={email}
    />
  );
}
