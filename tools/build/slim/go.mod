module hopyard/tools/build/slim

go 1.26.0
