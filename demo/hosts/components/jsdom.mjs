// jest's jsdom lacks what viem needs: pages with viem add it to their environment, as jest's own documentation shows.
import { TestEnvironment } from 'jest-environment-jsdom';
import { TextDecoder, TextEncoder } from 'node:util';

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { TextDecoder, TextEncoder, Uint8Array });
  }
}
