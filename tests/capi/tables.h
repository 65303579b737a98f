/* Finds the .eh_frame section of the running program, which a code generator would know. */
#ifndef TABLES_H
#define TABLES_H

#include "check.h"

#include <link.h>

/* Address and size of .eh_frame. */
struct tables {
  const char *start;
  size_t size;
};

/* Callback of dl_iterate_phdr: reads the address of .eh_frame from PT_GNU_EH_FRAME, and computes
   its size from the length fields of the entries. */
static inline int find_tables(struct dl_phdr_info *info, size_t size, void *data) {
  struct tables *tables = data;
  int i;
  (void)size;
  for (i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME) {
      uintptr_t address = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      const unsigned char *header = (const unsigned char *)address;
      int32_t offset;
      uint32_t length;
      CHECK(header[0] == 1 && header[1] == 0x1b);
      memcpy(&offset, header + 4, 4);
      tables->start = (const char *)header + 4 + offset;
      do {
        memcpy(&length, tables->start + tables->size, 4);
        tables->size += 4 + length;
      } while (length != 0);
      return 1;
    }
  }
  return 1; /* The program is the first object; the others are skipped. */
}

static inline struct tables unwind_tables(void) {
  struct tables tables = {NULL, 0};
  dl_iterate_phdr(find_tables, &tables);
  CHECK(tables.size > 0);
  return tables;
}

#endif
