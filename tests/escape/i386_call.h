#pragma once

namespace leadglass::test {

/// getpid by the i386 entry of an x86-64 kernel (int 0x80). SIGSEGV where the kernel has no such entry
/// (CONFIG_IA32_EMULATION off, ia32_emulation=0, or a hypervisor that does not carry it).
inline void callAsI386() {
    long result = 0;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
}

} // namespace leadglass::test
