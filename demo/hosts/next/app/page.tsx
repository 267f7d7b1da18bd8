import Link from 'next/link';
import { Account } from './wallet';

export default function Page() {
  return (
    <main>
      <Account />
      <Link href="/other">Another page</Link>
    </main>
  );
}
