// Base58, the encoding of Solana addresses and signatures.
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const encode = (bytes) => {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; number; number /= 58n) text = LETTERS[Number(number % 58n)] + text;
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  return '1'.repeat(zeros) + text;
};

const decode = (text) => {
  let number = 0n;
  for (const letter of text) {
    const digit = LETTERS.indexOf(letter);
    if (digit < 0) throw new Error('this is no base58');
    number = number * 58n + BigInt(digit);
  }
  const hex = number ? number.toString(16) : '';
  const zeros = /^1*/.exec(text)[0].length;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')]);
};

export default { encode, decode };
